namespace Workflow;

/// <summary>The kinds of public properties that the default <c>CacheMetadata</c> of a base class declares.</summary>
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
