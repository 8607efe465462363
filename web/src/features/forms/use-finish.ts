import { useToast } from '../../ui/Toast';
import { useGoTo } from '../navigation/router-navigation';

type Finish = (path: string, ...done: Parameters<ReturnType<typeof useToast>>) => Promise<void>;

export function useFinish(): Finish {
  const goTo = useGoTo();
  const toast = useToast();
  return async (path, ...done) => {
    await goTo(path);
    toast(...done);
  };
}
