namespace Workflow;

/// <summary>What a public property declares.</summary>
internal enum ReflectedKind
{
    Argument,
    ArgumentDictionary,
    Variable,
    Child,
    Delegate,
    DelegateArgument,
}
