using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>An action that assigns a value or calls a method. Do not change the statement after it has been validated or executed.</summary>
public sealed class RuleStatementAction : RuleAction
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleStatementAction>()
        .Node("CodeDomStatement", static e => e.CodeDomStatement, static (e, v) => e.CodeDomStatement = v).Build();

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
        return Bind(validator) is not null;
    }

    /// <summary>Executes the statement. Validates it first, unless it was validated with the same <see cref="RuleValidation"/>.</summary>
    /// <param name="context">The execution, with the object that is 'this' in the rules.</param>
    /// <exception cref="RuleSetValidationException">The statement is not valid.</exception>
    /// <exception cref="RuleEvaluationException">The statement failed.</exception>
    public override void Execute(RuleExecution context)
    {
        ArgumentNullException.ThrowIfNull(context);
        BoundCode<Action<object>> bound = BoundFor(context.Validation);
        RuleFailure.Guard(bound.Current, context.ThisObject, "action");
    }

    /// <inheritdoc/>
    public override ICollection<string> GetSideEffects(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return BoundFor(validation).Usage.Writes.ToList();
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

    /// <inheritdoc/>
    internal override NodeKind? Kind => OwnKind;

    /// <returns>The compiled action; null if it is not valid. The errors are added to the validation.</returns>
    internal BoundCode<Action<object>>? Bind(RuleValidation validation) =>
        validation.Keep(this, RuleCompiler.Action(CodeDomStatement, validation.Scope, validation.Report));

    private BoundCode<Action<object>> BoundFor(RuleValidation validation) =>
        validation.Kept<BoundCode<Action<object>>>(this) is { } bound && ReferenceEquals(bound.Source, CodeDomStatement)
            ? bound
            : Bind(validation) ?? throw validation.Invalid("action", null);
}
