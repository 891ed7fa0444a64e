using System.CodeDom;

namespace Workflow.Interop.Legacy.Tests.TestKit;

public static class DomFields
{
    /// <summary>A reference to a field in place of one to a property.</summary>
    public static CodeExpression AsField(this CodeExpression expression) =>
        expression is CodePropertyReferenceExpression property ? new CodeFieldReferenceExpression(property.TargetObject, property.PropertyName) : expression;
}
