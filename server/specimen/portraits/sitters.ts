/** The persons of the specimens, as sculptures. */
import type { Sitter } from './sculpture.ts';

export const SITTERS: Record<string, Sitter> = {
  alma: {
    ...{ skin: [232, 190, 165], hair: [168, 118, 62], eyes: [88, 130, 150], lips: [192, 98, 98], cloth: [62, 84, 120] },
    ...{ hair_length: 1.3, hairline: 0.92, skull: 0.92, jaw: 0.92, chin: -0.04, eye_distance: 0.34, eye_height: 0.1 },
    ...{ eye_size: 1.12, brow: 0.75, brow_tilt: 0.12, nose_length: 0.44, nose_width: 0.85, mouth_width: 0.27 },
    ...{ mouth_height: 0.62, lip: 1.15, beard: 0, age: 0.05, nose_depth: 0.9, cheek: 1 },
  },
  ture: {
    ...{ skin: [214, 165, 138], hair: [92, 80, 72], eyes: [96, 84, 52], lips: [168, 98, 88], cloth: [52, 54, 58] },
    ...{ hair_length: 0, hairline: 1.02, skull: 1.04, jaw: 1.14, chin: 0.08, eye_distance: 0.37, eye_height: 0.08 },
    ...{ eye_size: 0.9, brow: 1.5, brow_tilt: -0.05, nose_length: 0.54, nose_width: 1.3, mouth_width: 0.33 },
    ...{ mouth_height: 0.72, lip: 0.7, beard: 0.75, age: 0.6, nose_depth: 1.2, cheek: 0.8 },
  },
  iris: {
    ...{ skin: [150, 100, 72], hair: [30, 24, 24], eyes: [58, 36, 24], lips: [140, 70, 70], cloth: [150, 60, 62] },
    ...{ hair_length: 0.75, hairline: 0.84, skull: 0.97, jaw: 0.86, chin: -0.08, eye_distance: 0.35, eye_height: 0.06 },
    ...{ eye_size: 1.05, brow: 1.05, brow_tilt: 0.04, nose_length: 0.4, nose_width: 1.2, mouth_width: 0.3 },
    ...{ mouth_height: 0.58, lip: 1.5, beard: 0, age: 0, nose_depth: 0.8, cheek: 1.2 },
  },
};
