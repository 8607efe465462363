/** Red, green and blue of each pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Size {
  width: number;
  height: number;
}

/** A request to the thread: for the embedding of the face in a picture or, with a size, for that face aligned. */
export interface Question {
  picture: Picture;
  size?: Size;
}
