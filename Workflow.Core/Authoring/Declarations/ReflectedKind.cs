namespace Workflow;

/// <summary>What a public property holds, as far as declarations go.</summary>
internal enum ReflectedKind
{
    Argument,
    ArgumentDictionary,
    Variable,
    Child,
    Delegate,
    DelegateArgument,
}
