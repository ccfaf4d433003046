import classes from './bone.module.css';

interface BoneProps {
  width?: number | string;
  height?: number;
}

/** One bar of a skeleton. It appears after 150 ms, so that fast responses do not flicker. */
export function Bone({ width = '100%', height = 14 }: BoneProps) {
  return <span className={classes.bone} style={{ width, height }} aria-hidden="true" />;
}
