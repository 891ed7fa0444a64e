using System.Linq.Expressions;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>The object or type that has a member.</summary>
/// <param name="Type">The static type of the object, or the type.</param>
/// <param name="Instance">The object; null if it is a type.</param>
/// <param name="Path">Where it comes from, such as 'this/Order/'; null if that is not known.</param>
/// <param name="IsPlace">Whether a value type can be changed where it is.</param>
internal sealed record Target(Type Type, Expression? Instance, string? Path, bool IsPlace)
{
    public bool IsStatic => Instance is null;

    /// <summary>Whether a change would be made to a copy that is thrown away.</summary>
    public bool IsCopy => Instance is not null && Type.IsValueType && !IsPlace;
}
