using System.Runtime.ExceptionServices;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>
/// Evaluates constraints during a walk: after the metadata of their activity and before the metadata of its children (rule 12.4). If a constraint
/// reads more of the tree, the walk runs ahead. The constraints of activities visited meanwhile are deferred until the running evaluation has ended.
/// </summary>
internal sealed class ConstraintStage(ProgramBuilder walk, ProgramBuilderState draft, ConstraintRunner runner) : WalkedTree
{
    private readonly WalkOptions _options = draft.Options;
    private readonly Queue<Activity> _waiting = new();
    private bool _isRunning;

    /// <summary>An exception that <c>CacheMetadata</c> of a descendant threw while the walk ran ahead. It is not a failure of the constraint.</summary>
    private ExceptionDispatchInfo? _walkFault;

    /// <summary>The number of pending activities when the walk reached the activity whose constraints run.</summary>
    private int _mark;

    /// <summary>True if the walk evaluates constraints for the activity: its own, or additional constraints by type.</summary>
    public bool HasConstraints(Activity activity) =>
        (activity.HasConstraints || _options.AdditionalConstraints is not null)
        && !(activity.Parent is null ? _options.SkipsRoot : _options.RootOnly);

    /// <summary>Evaluates the constraints of the activity, or defers them while other constraints run.</summary>
    /// <param name="activity">The activity that was just declared.</param>
    /// <param name="mark">The number of pending activities before the activity pushed its own declarations.</param>
    public void Evaluate(Activity activity, int mark)
    {
        if (_isRunning)
        {
            _waiting.Enqueue(activity);
            return;
        }

        _isRunning = true;
        _mark = mark;
        EvaluateAll(activity);

        // The subtree of a deferred activity has been visited already, so the mark of the first activity remains valid.
        while (_waiting.TryDequeue(out Activity? next))
        {
            EvaluateAll(next);
        }

        _isRunning = false;
    }

    public override IReadOnlyList<Activity> DescendantsOf(Activity activity)
    {
        RunAhead(_mark);
        return draft.DescendantsOf(activity.Number);
    }

    public override IReadOnlyList<Activity> WholeTree()
    {
        RunAhead(0);
        return draft.Visited();
    }

    private void RunAhead(int left)
    {
        try
        {
            walk.WalkUntil(left);

            // The activity that declares an import of the subtree may be anywhere in the tree.
            if (left == 0 || draft.HasImports)
            {
                walk.WalkAll();
            }
        }
        catch (Exception exception)
        {
            _walkFault = ExceptionDispatchInfo.Capture(exception);
            throw;
        }
    }

    private void EvaluateAll(Activity activity)
    {
        ValidationContext context = new(activity, this);
        if (!_options.AdditionalConstraintsOnly)
        {
            foreach (Constraint constraint in activity.OwnConstraints.ToArray())
            {
                Evaluate(constraint, activity, context, isAdditional: false);
            }
        }

        for (Type? type = activity.GetType(); type is not null && _options.AdditionalConstraints is { } additional; type = type.BaseType)
        {
            EvaluateAdditional(additional, type, activity, context);
            if (type.IsGenericType)
            {
                EvaluateAdditional(additional, type.GetGenericTypeDefinition(), activity, context);
            }
        }
    }

    private void EvaluateAdditional(
        IReadOnlyDictionary<Type, IList<Constraint>> additional, Type type, Activity activity, ValidationContext context)
    {
        if (additional.TryGetValue(type, out IList<Constraint>? constraints))
        {
            foreach (Constraint constraint in constraints)
            {
                Evaluate(constraint, activity, context, isAdditional: true);
            }
        }
    }

    private void Evaluate(Constraint constraint, Activity activity, ValidationContext context, bool isAdditional)
    {
        _options.CancellationToken.ThrowIfCancellationRequested();
        IReadOnlyList<ValidationError> violations;
        try
        {
            violations = runner.Run(constraint, activity, context);
        }
        catch (Exception exception)
        {
            violations = [new ValidationError($"The constraint '{constraint.DisplayName}' could not be evaluated: {exception.Message}")];
        }

        _walkFault?.Throw();
        foreach (ValidationError violation in violations)
        {
            draft.Declaration.Findings.Add(new Finding(activity, violation, isAdditional));
        }
    }
}
