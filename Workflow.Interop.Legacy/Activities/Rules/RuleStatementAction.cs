using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>An action that assigns a value or calls a method. Do not change the statement after it has been validated or executed.</summary>
public sealed class RuleStatementAction : RuleAction
{
    /// <summary>Creates an action without a statement.</summary>
    public RuleStatementAction()
    {
    }

    /// <summary>Creates an action.</summary>
    /// <param name="codeDomStatement">A <see cref="CodeAssignStatement"/>, or a <see cref="CodeExpressionStatement"/> with a call.</param>
    public RuleStatementAction(CodeStatement codeDomStatement) => CodeDomStatement = codeDomStatement;

    /// <summary>Creates an action that calls a method.</summary>
    /// <param name="codeDomExpression">The call.</param>
    public RuleStatementAction(CodeExpression codeDomExpression) => CodeDomStatement = new CodeExpressionStatement(codeDomExpression);

    /// <summary>The statement. Default: null, which fails validation.</summary>
    public CodeStatement? CodeDomStatement { get; set; }

    /// <inheritdoc/>
    public override bool Validate(RuleValidation validator)
    {
        ArgumentNullException.ThrowIfNull(validator);
        return validator.Bind(this) is not null;
    }

    /// <summary>Executes the statement. Validates it first, unless it was validated with the same <see cref="RuleValidation"/>.</summary>
    /// <param name="context">The execution, with the object that is 'this' in the rules.</param>
    /// <exception cref="RuleSetValidationException">The statement is not valid.</exception>
    /// <exception cref="RuleEvaluationException">The statement failed.</exception>
    public override void Execute(RuleExecution context)
    {
        ArgumentNullException.ThrowIfNull(context);
        BoundCode<Action<object>> bound = context.Validation.Bound(this);
        RuleFailure.Guard(bound.Current, context.ThisObject, "action");
    }

    /// <inheritdoc/>
    public override ICollection<string> GetSideEffects(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return validation.Bound(this).Usage.Writes.ToList();
    }

    /// <inheritdoc/>
    public override RuleAction Clone() => NodeTree.Clone(this);

    /// <summary>Returns the statement as text.</summary>
    public override string ToString() => ExpressionText.Of(CodeDomStatement);

    /// <summary>Returns true if the other object is an action with an equal statement.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as RuleStatementAction);

    /// <inheritdoc/>
    public override int GetHashCode() => CodeDomStatement?.GetType().GetHashCode() ?? 0;
}
