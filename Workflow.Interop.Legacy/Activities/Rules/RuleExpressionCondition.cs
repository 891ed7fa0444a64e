using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>A condition that is an expression of type <see cref="bool"/>. Do not change the expression after it has been validated or evaluated.</summary>
public sealed class RuleExpressionCondition : RuleCondition
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleExpressionCondition>()
        .Simple("Name", static e => e.Name, static (e, v) => e.Name = v)
        .Node("Expression", static e => e.Expression, static (e, v) => e.Expression = v).Build();

    /// <summary>Creates a condition without an expression.</summary>
    public RuleExpressionCondition()
    {
    }

    /// <summary>Creates a condition without an expression.</summary>
    /// <param name="conditionName">The name of the condition.</param>
    public RuleExpressionCondition(string conditionName) => Name = conditionName;

    /// <summary>Creates a condition without a name.</summary>
    /// <param name="expression">The expression.</param>
    public RuleExpressionCondition(CodeExpression expression) => Expression = expression;

    /// <summary>Creates a condition.</summary>
    /// <param name="conditionName">The name of the condition.</param>
    /// <param name="expression">The expression.</param>
    public RuleExpressionCondition(string conditionName, CodeExpression expression)
        : this(conditionName) => Expression = expression;

    /// <inheritdoc/>
    public override string? Name { get; set; }

    /// <summary>The expression. Default: null, which fails validation.</summary>
    public CodeExpression? Expression { get; set; }

    /// <inheritdoc/>
    public override bool Validate(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return Bind(validation) is not null;
    }

    /// <summary>Evaluates the condition. Validates it first, unless it was validated with the same <see cref="RuleValidation"/>.</summary>
    /// <param name="execution">The execution, with the object that is 'this' in the rules.</param>
    /// <exception cref="RuleSetValidationException">The expression is not valid.</exception>
    /// <exception cref="RuleEvaluationException">The expression failed.</exception>
    public override bool Evaluate(RuleExecution execution)
    {
        ArgumentNullException.ThrowIfNull(execution);
        BoundCode<Func<object, bool>> bound = BoundFor(execution.Validation);
        return RuleFailure.Guard(bound.Current, execution.ThisObject, string.IsNullOrEmpty(Name) ? "condition" : $"condition '{Name}'");
    }

    /// <inheritdoc/>
    public override ICollection<string> GetDependencies(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return BoundFor(validation).Usage.Reads.ToList();
    }

    /// <inheritdoc/>
    public override RuleCondition Clone() => NodeTree.Clone(this);

    /// <summary>Returns the expression as text.</summary>
    public override string ToString() => ExpressionText.Of(Expression);

    /// <summary>Returns true if the other object is a condition with an equal name and expression.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as RuleExpressionCondition);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Expression?.GetType());

    /// <inheritdoc/>
    internal override NodeKind? Kind => OwnKind;

    /// <returns>The compiled condition; null if it is not valid. The errors are added to the validation.</returns>
    internal BoundCode<Func<object, bool>>? Bind(RuleValidation validation)
    {
        string outer = validation.Subject;
        validation.Subject = outer.Length == 0 && !string.IsNullOrEmpty(Name) ? $"The condition '{Name}'" : outer;
        BoundCode<Func<object, bool>>? bound = RuleCompiler.Condition(Expression, validation.Scope, validation.Report);
        validation.Subject = outer;
        return validation.Keep(this, bound);
    }

    private BoundCode<Func<object, bool>> BoundFor(RuleValidation validation) =>
        validation.Kept<BoundCode<Func<object, bool>>>(this) is { } bound && ReferenceEquals(bound.Source, Expression)
            ? bound
            : Bind(validation) ?? throw validation.Invalid("condition", Name);
}
