import { useToast } from '../../ui/Toast';
import { useGoTo } from '../navigation/router-navigation';

/** Returns a function that opens a page and says there what was done. */
export function useFinish(): (path: string, done: string) => Promise<void> {
  const goTo = useGoTo();
  const toast = useToast();
  return async (path, done) => {
    await goTo(path);
    toast(done);
  };
}
