using System.CodeDom;
using System.Linq.Expressions;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>A bound expression.</summary>
/// <param name="Code">What computes it.</param>
/// <param name="Path">Where it comes from, such as 'this/Order/'; null if that is not known.</param>
/// <param name="CanBeSet">Whether it can stand on the left of an assignment.</param>
/// <param name="IsPlace">Whether a value type in it can be changed where it is.</param>
internal sealed record Value(Expression Code, string? Path, bool CanBeSet = false, bool IsPlace = false);

/// <summary>An argument of a call.</summary>
/// <param name="Value">The value.</param>
/// <param name="Direction">Whether it goes into the method, out of it, or both.</param>
internal sealed record Argument(Value Value, FieldDirection Direction)
{
    public bool IsByReference => Direction != FieldDirection.In;

    public bool IsOut => Direction == FieldDirection.Out;
}
