using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Perf.Legacy;

/// <summary>A loop in the style of WF3, whose condition is a method of the workflow. Each pass runs a clone of the body.</summary>
public abstract class LegacyLoop : LegacyTree
{
    private int _left;

    /// <summary>Creates the loop.</summary>
    protected LegacyLoop(int passes, Func<LegacyLoop, LegacyActivity> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        _left = passes;
        CodeCondition condition = new();
        condition.Condition += OnCondition;
        WhileActivity loop = new("while") { Condition = condition };
        loop.Activities.Add(body(this));
        Activities.Add(loop);
    }

    /// <summary>Returns a factory for a body with a number of activities.</summary>
    protected static Func<LegacyLoop, LegacyActivity> BodyOf(int activities) => loop => loop.Tree(activities);

    /// <summary>Creates a transaction scope with one activity.</summary>
    protected static LegacyActivity Scope(LegacyLoop loop)
    {
        ArgumentNullException.ThrowIfNull(loop);
        TransactionScopeActivity scope = new("scope");
        scope.Activities.Add(loop.Leaf());
        return scope;
    }

    private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = _left-- > 0;
}

/// <summary>1,000 passes of an empty activity.</summary>
public sealed class ThousandLoop() : LegacyLoop(1000, BodyOf(1));

/// <summary>50 transaction scopes, one after the other.</summary>
public sealed class ScopeLoop() : LegacyLoop(50, Scope);

/// <summary>100 clones of one activity.</summary>
public sealed class Clones1() : LegacyLoop(100, BodyOf(1));

/// <summary>100 clones of ten activities.</summary>
public sealed class Clones10() : LegacyLoop(100, BodyOf(10));

/// <summary>100 clones of 100 activities.</summary>
public sealed class Clones100() : LegacyLoop(100, BodyOf(100));

/// <summary>100 clones of 1,000 activities.</summary>
public sealed class Clones1000() : LegacyLoop(100, BodyOf(1000));
