/** What the app collects, in Apple's words. STORES.md lists the same for Google Play, and explains each item. */
export const collected = ['Name', 'SensitiveInfo', 'OtherUserContactInfo', 'PhotosorVideos', 'OtherDataTypes'] as const;

/** Apple's codes for why React Native and Expo use these APIs: preferences, their own files, measuring time, and free space for files. */
export const reasons: Record<string, string[]> = {
  UserDefaults: ['CA92.1'],
  FileTimestamp: ['C617.1'],
  SystemBootTime: ['35F9.1'],
  DiskSpace: ['E174.1'],
};
