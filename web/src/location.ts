// The part of the address after #: which file, which view, which function. A function's address outlives the page: the
// explorer goes to it once a library that has it is opened.

export interface Place {
  file: string | null;
  view: string | null;
  function: string | null;
  /** Which of the functions of that name; 0 is the first. */
  nth: number;
}

export function parsePlace(hash: string): Place {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const nth = Number(params.get("nth") ?? "0");
  return {
    file: params.get("file"),
    view: params.get("view"),
    function: params.get("function"),
    nth: Number.isInteger(nth) && nth > 0 ? nth : 0,
  };
}

export function placeText(place: Place): string {
  const params = new URLSearchParams();
  if (place.file !== null) params.set("file", place.file);
  if (place.function !== null) {
    params.set("function", place.function);
    if (place.nth > 0) params.set("nth", String(place.nth));
  } else if (place.view !== null) params.set("view", place.view);
  const text = params.toString();
  return text ? `#${text}` : "";
}
