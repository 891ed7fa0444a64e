namespace Workflow;

/// <summary>Which kinds of public properties the default <c>CacheMetadata</c> of an activity's base declares.</summary>
[Flags]
internal enum ReflectedParts
{
    Arguments = 1,
    Variables = 2,
    Children = 4,
    Imports = 8,
    Composite = Arguments | Variables | Imports,
    Native = Arguments | Variables | Children,
}
