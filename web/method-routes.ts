import { loadScreen, type Route } from './load-screen.ts'

/** Screens of methods: protocols, recipes and what they are made of. */
export const methodRoutes: readonly Route[] = [
  {
    path: '/method-templates',
    list: '/protocols',
    title: 'methods.templates.title',
    needs: ['protocol.create'],
    screen: loadScreen(
      async () => (await import('./screens/methods/templates/TemplatesScreen.tsx')).TemplatesScreen,
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/protocols',
    title: 'nav.protocols',
    needs: ['protocol.search'],
    screen: loadScreen(
      async () => (await import('./screens/methods/protocols/ProtocolsScreen.tsx')).ProtocolsScreen,
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/protocol-new',
    list: '/protocols',
    title: 'methods.protocol.new',
    needs: ['protocol.create'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/protocols/ProtocolScreens.tsx')).NewProtocolScreen,
      'methods',
      'record',
      'plan',
      'faults',
    ),
  },
  {
    path: '/protocol-edit/:uuid',
    list: '/protocols',
    title: 'methods.protocol.title',
    needs: ['protocol.edit'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/protocols/ProtocolScreens.tsx')).EditProtocolScreen,
      'methods',
      'record',
      'plan',
      'faults',
    ),
  },
  {
    path: '/recipes',
    title: 'nav.recipes',
    needs: ['recipes.search'],
    screen: loadScreen(
      async () => (await import('./screens/methods/recipes/RecipesScreen.tsx')).RecipesScreen,
      'evaluation',
      'versions',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    // Show the list with the form of a new one.
    path: '/recipe',
    list: '/recipes',
    title: 'methods.recipe.new',
    needs: ['recipes.create'],
    screen: loadScreen(
      async () => (await import('./screens/methods/recipes/RecipesScreen.tsx')).NewRecipeScreen,
      'evaluation',
      'versions',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    // Show the list with the form of this one.
    path: '/recipe/:uuid',
    list: '/recipes',
    title: 'methods.recipe.title',
    needs: ['recipes.edit'],
    screen: loadScreen(
      async () => (await import('./screens/methods/recipes/RecipesScreen.tsx')).EditRecipeScreen,
      'evaluation',
      'versions',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/recipes/global',
    title: 'nav.globalRecipes',
    needs: ['globalRecipes.edit'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/recipes/GlobalRecipesScreen.tsx')).GlobalRecipesScreen,
      'evaluation',
      'versions',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/applications',
    title: 'nav.applications',
    needs: ['application.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/applications/ApplicationsScreen.tsx')).ApplicationsScreen,
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/recipe-process',
    title: 'nav.processRecipes',
    needs: ['processRecipe.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/process/ProcessRecipesScreen.tsx')).ProcessRecipesScreen,
      'methods',
      'record',
    ),
  },
  {
    path: '/recipe-process-new',
    list: '/recipe-process',
    title: 'methods.process.new',
    needs: ['processRecipe.create'],
    // Load the texts of faults, which the editor shows while a person types.
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/process/ProcessRecipeScreens.tsx')).NewProcessRecipeScreen,
      'methods',
      'faults',
    ),
  },
  {
    path: '/recipe-process/:uuid',
    title: 'methods.process.title',
    needs: ['processRecipe.edit'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/process/ProcessRecipeScreens.tsx')).ProcessRecipeScreen,
      'methods',
      'faults',
    ),
  },
  {
    path: '/recipe-evaluation',
    title: 'nav.evaluationRecipes',
    needs: ['evaluationRecipe.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/evaluation/EvaluationRecipesScreen.tsx'))
          .EvaluationRecipesScreen,
      'evaluation',
      'methods',
      'record',
    ),
  },
  {
    path: '/recipe-evaluation-new',
    list: '/recipe-evaluation',
    title: 'evaluation.new',
    needs: ['evaluationRecipe.create'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/evaluation/EvaluationRecipeScreens.tsx'))
          .NewEvaluationRecipeScreen,
      'evaluation',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/recipe-evaluation/:uuid',
    title: 'evaluation.title',
    needs: ['evaluationRecipe.edit'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/evaluation/EvaluationRecipeScreens.tsx'))
          .EvaluationRecipeScreen,
      'evaluation',
      'methods',
      'record',
      'faults',
    ),
  },
  {
    path: '/colour-calibrations',
    title: 'nav.dyeCalibrations',
    needs: ['evaluationRecipe.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/methods/calibrations/CalibrationsScreen.tsx')).CalibrationsScreen,
      'dyes',
      'record',
      'faults',
    ),
  },
]
