import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields, uploadRules } from '../../upload.ts';

const ofAlert = {
  project_id: projectId,
  alert_iid: required(id('Number of the alert within its project.', { aliases: ['iid', 'alert_id', 'alert'] })),
} as const;
const ofImage = {
  ...ofAlert,
  image_id: required(id('ID of the image.', { aliases: ['id', 'metric_image_id'] })),
} as const;
const source = {
  url: line('Address of the graph or dashboard the image shows.', { aliases: ['link'] }),
  url_text: line('Text of the link.', { aliases: ['link_text', 'caption'] }),
} as const;

const list = defineAction({
  id: 'admin.alert_metric_image_list',
  tool: 'gitlab_list_alert_metric_images',
  title: 'List metric images of an alert',
  summary: 'List the images of metrics that belong to an alert, with their links.',
  effect: 'read',
  route: 'GET /projects/:project_id/alert_management_alerts/:alert_iid/metric_images',
  params: { ...ofAlert, ...page },
  result: listOf('metric_image'),
  words: ['graphs of an alert', 'screenshots of an alert', 'images of an alert'],
  related: ['admin.alert_metric_image_upload', 'admin.alert_metric_image_delete'],
});

const upload = defineAction({
  id: 'admin.alert_metric_image_upload',
  tool: 'gitlab_upload_alert_metric_image',
  title: 'Upload a metric image to an alert',
  summary: 'Add an image of a metric to an alert and get it with its ID.',
  effect: 'write',
  route: 'POST /projects/:project_id/alert_management_alerts/:alert_iid/metric_images',
  params: {
    ...ofAlert,
    ...uploadFields,
    url: { ...source.url, place: 'none' },
    url_text: { ...source.url_text, place: 'none' },
  },
  rules: uploadRules,
  run: (call) =>
    sendUpload(call, buildRequest(call.action, call.input), 'file', {
      url: call.input.url,
      url_text: call.input.url_text,
    }),
  result: one('metric_image'),
  words: ['attach a graph to an alert', 'screenshot of a dashboard', 'add a screenshot to an alert'],
  related: ['admin.alert_metric_image_list', 'admin.alert_metric_image_update'],
});

const update = defineAction({
  id: 'admin.alert_metric_image_update',
  tool: 'gitlab_update_alert_metric_image',
  title: 'Update a metric image of an alert',
  summary: 'Change the link or its text of an image of a metric that belongs to an alert.',
  effect: 'write',
  route: 'PUT /projects/:project_id/alert_management_alerts/:alert_iid/metric_images/:image_id',
  params: { ...ofImage, ...source },
  rules: [{ rule: 'at-least-one', of: ['url', 'url_text'] }],
  result: one('metric_image'),
  words: ['edit the link of an alert image'],
  related: ['admin.alert_metric_image_list'],
});

const remove = defineAction({
  id: 'admin.alert_metric_image_delete',
  tool: 'gitlab_delete_alert_metric_image',
  title: 'Delete a metric image of an alert',
  summary: 'Delete an image of a metric from an alert for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/alert_management_alerts/:alert_iid/metric_images/:image_id',
  params: ofImage,
  result: nothing('metric_image'),
  words: ['remove a graph from an alert', 'delete a screenshot of an alert'],
  related: ['admin.alert_metric_image_list'],
});

export const alertImages = [list, upload, update, remove];
