namespace Workflow;

/// <summary>The kind of declaration that a public property contains.</summary>
internal enum ReflectedKind
{
    Argument,
    ArgumentDictionary,
    Variable,
    Child,
    Delegate,
    DelegateArgument,
}
