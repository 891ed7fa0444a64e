namespace Workflow;

/// <summary>The relation of an activity to the activity that declares it.</summary>
internal enum ChildRelation : byte
{
    Root,
    Child,
    ImportedChild,
    ImplementationChild,
    ArgumentExpression,
    VariableDefault,
    ImplementationVariableDefault,
    Handler,
    ImportedHandler,
    ImplementationHandler,
}
