import { updateNotification } from '../resources/manifest.ts';
import { endReasons, watchEndKey } from '../subscriptions/watch-end.ts';

export interface SubscriptionsBlockOptions {
  readonly stateless: boolean;
  /** Templates of what can be watched. */
  readonly templates: readonly string[];
}

/** How clients are told of changes here: which of the two ways this deployment has, and how a watch ends (CARD-05). */
export function buildSubscriptionsBlock({ stateless, templates }: SubscriptionsBlockOptions): object {
  return {
    supported: true,
    methods: {
      'subscriptions/listen': {
        available: stateless,
        requires: 'stateless sessions (--stateless, the default)',
        since_protocol: '2026-07-28',
      },
      'resources/subscribe': { available: !stateless, requires: 'stateful sessions (--stateless=false)' },
    },
    subscribable_uri_templates: templates,
    notification: updateNotification,
    end_reasons: endReasons,
    end_reason_meta_key: watchEndKey,
  };
}
