import type { Omitted, Profile } from '../../profile/profile.ts';
import { omittedText } from './omitted-text.ts';

export function OmittedNotice({ profile, kind }: { profile: Profile; kind: keyof Omitted }) {
  const text = omittedText(profile, kind);
  return text === '' ? null : <p class="cut">{text}</p>;
}
