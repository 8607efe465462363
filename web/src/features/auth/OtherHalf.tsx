import { Trans } from '@lingui/react/macro';
import { Guilloche } from '../../ui/Guilloche';
import { Seal } from '../../ui/Seal';

export const OtherHalf = ({ name }: { name: string }) => (
  <aside className="relative isolate hidden min-h-160 overflow-hidden rounded-md border border-hairline bg-sunken lg:block">
    <Guilloche
      name={name}
      wreath
      className="absolute top-1/2 left-1/2 -z-10 size-[40rem] -translate-1/2 text-accent opacity-40"
    />
    <Guilloche
      name={`${name}-rose`}
      className="absolute -right-56 -bottom-64 -z-10 size-[36rem] text-rose opacity-16"
    />
    <div className="grid h-full place-items-center px-12 py-16 text-center">
      <div className="flex flex-col items-center">
        <Seal className="size-14 text-accent" />
        <p className="display mt-6 max-w-80 text-2xl text-balance">
          <Trans>What a state has signed can’t be changed unnoticed.</Trans>
        </p>
      </div>
    </div>
  </aside>
);
