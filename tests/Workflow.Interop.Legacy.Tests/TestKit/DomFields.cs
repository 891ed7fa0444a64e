using System.CodeDom;

namespace Workflow.Interop.Legacy.Tests.TestKit;

public static class DomFields
{
    /// <summary>Replaces a reference to a property by a reference to a field with the same name.</summary>
    public static CodeExpression AsField(this CodeExpression expression) =>
        expression is CodePropertyReferenceExpression property ? new CodeFieldReferenceExpression(property.TargetObject, property.PropertyName) : expression;
}
