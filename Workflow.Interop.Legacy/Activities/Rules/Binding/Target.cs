using System.Linq.Expressions;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>The object or type whose member is used.</summary>
/// <param name="Type">The static type of the object, or the type itself.</param>
/// <param name="Instance">The object; null for the static members of a type.</param>
/// <param name="Path">The path of the object, such as 'this/Order/'; null if the path is not known.</param>
/// <param name="IsPlace">True if a value of a value type can be changed in its location.</param>
internal sealed record Target(Type Type, Expression? Instance, string? Path, bool IsPlace)
{
    public bool IsStatic => Instance is null;

    /// <summary>True if a change would affect only a temporary copy.</summary>
    public bool IsCopy => Instance is not null && Type.IsValueType && !IsPlace;
}
