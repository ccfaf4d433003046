import { SIGN_OFF_PHOTO_SIDE } from '@yardage/domain/sign-offs';

const JPEG_QUALITY = 0.8;

/** Makes a photo smaller before it is sent over a phone's connection. Rejects if the browser cannot read the file as a picture. */
export async function shrinkPhoto(file: File, maxSide = SIGN_OFF_PHOTO_SIDE): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas');
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    if (!content) throw new Error('the picture could not be written');
    return new File([content], `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}
