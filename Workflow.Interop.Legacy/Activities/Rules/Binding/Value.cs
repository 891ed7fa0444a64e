using System.CodeDom;
using System.Linq.Expressions;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>A bound expression.</summary>
/// <param name="Code">The expression that computes the value.</param>
/// <param name="Path">The path of the value, such as 'this/Order/'; null if the path is not known.</param>
/// <param name="CanBeSet">True if the expression can be the target of an assignment.</param>
/// <param name="IsPlace">True if a value of a value type can be changed in its location.</param>
internal sealed record Value(Expression Code, string? Path, bool CanBeSet = false, bool IsPlace = false);

/// <summary>An argument of a call.</summary>
/// <param name="Value">The value.</param>
/// <param name="Direction">The direction: into the method, out of it, or both.</param>
internal sealed record CallArgument(Value Value, FieldDirection Direction)
{
    public bool IsByReference => Direction != FieldDirection.In;

    public bool IsOut => Direction == FieldDirection.Out;
}
