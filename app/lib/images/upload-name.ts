/** Name of an image file: a UUID and, for a user's image, its longest side in pixels. */
export const UPLOAD_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d{3,4})?\.webp$/;
