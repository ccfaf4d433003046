import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLanguage } from '#web/lib/language/language.ts';
import { useSignIn } from '#web/lib/session/session.ts';
import { useStore } from '#web/lib/store.ts';
import { createEntryVideo } from './entry-video.ts';
import { LANDING_MESSAGES } from './landing.messages.ts';
import { LandingView } from './landing-view.tsx';

/** The landing page as a page of the app, for users who come from another page. Opened directly, `landing.tsx` is served instead. */
export function LandingPage() {
  const { status, start } = useSignIn();
  const language = useLanguage();
  const [video] = useState(createEntryVideo);
  useStore(video.isOver);
  useEffect(() => video.watch(), [video]);
  const register = <Link to="/account-registration">{LANDING_MESSAGES.register}</Link>;
  return <LandingView language={language} status={status} onSignIn={start} register={register} video={video} />;
}
