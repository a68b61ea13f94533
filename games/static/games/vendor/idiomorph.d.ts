// The types of the copy beside it, from the package of the same version (package.json).
export * from "idiomorph";
