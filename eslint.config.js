// What is checked: mistakes, not taste. Types are checked by tsc (tsconfig.json).
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["games/static/games/js/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["tests/js/**/*.js", "eslint.config.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
  },
  {
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-constructor-return": "error",
      "no-implicit-coercion": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, classes: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "prefer-const": "error",
      "require-atomic-updates": "error",
    },
  },
];
