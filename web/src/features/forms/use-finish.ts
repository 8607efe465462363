import { useToast } from '../../ui/Toast';
import { useGoTo } from '../navigation/router-navigation';

export function useFinish(): (path: string, done: string) => Promise<void> {
  const goTo = useGoTo();
  const toast = useToast();
  return async (path, done) => {
    await goTo(path);
    toast(done);
  };
}
