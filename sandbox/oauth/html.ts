import type { Answer } from '../http/answer.ts';

/** A page with a title; `content` is markup. */
export function page(status: number, title: string, content: string): Answer {
  const body = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escape(title)} · GitLab</title></head><body><h1>${escape(title)}</h1>${content}</body></html>\n`;
  // The policy of the API would keep a browser from submitting the form.
  return {
    status,
    body,
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': "default-src 'self'" },
  };
}

export function form(action: string, parts: readonly string[]): string {
  return `<form method="post" action="${escape(action)}">${parts.join('')}</form>`;
}

export function field(name: string, value: string): string {
  return `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;
}

export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 302, body: '', contentType: 'text/html', headers: { Location: location, ...headers } };
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
