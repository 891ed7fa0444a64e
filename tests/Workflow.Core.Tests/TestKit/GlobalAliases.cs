// 'Parallel' is the activity here, not the class of the framework; a name of its own spares every test the qualification.
global using Parallel = Workflow.Statements.Parallel;
