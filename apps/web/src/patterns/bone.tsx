import classes from './bone.module.css';

interface BoneProps {
  width?: number | string;
  height?: number;
}

/** A piece of a skeleton, in the shape of what is loading; it appears after 150 ms, so that quick answers do not flicker. */
export function Bone({ width = '100%', height = 14 }: BoneProps) {
  return <span className={classes.bone} style={{ width, height }} aria-hidden="true" />;
}
