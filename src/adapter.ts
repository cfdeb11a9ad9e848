// For authors of adapters: see docs/extending.md.
export { attach } from './attach.ts';
export type { Gatebook } from './gatebook.ts';
export type { GatebookOptions } from './options/options.ts';
export type { Adapter, AdapterHost, RequestRecording } from './record/adapters/adapter.ts';
