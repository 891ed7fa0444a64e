namespace Workflow;

/// <summary>How an activity is held by the one that declared it.</summary>
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
