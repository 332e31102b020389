/**
 * The part of undici that we use. Its own entry also loads fetch, WebSockets and a cache, which doubles what the import
 * costs in time and memory. As that entry does, this file gives dispatchers their methods.
 */
import api from 'undici/lib/api/index.js';
import connect from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

Object.assign(Dispatcher.prototype, api);

export { Agent, connect as buildConnector, Pool, ProxyAgent };
