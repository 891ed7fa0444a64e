using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs the activity of the case that equals a value, or a default.</summary>
/// <remarks>Asked to cancel, it cancels the running case and ends as that case does (rule 3.6).</remarks>
/// <typeparam name="T">The type of the value; cases are compared by its default equality.</typeparam>
public sealed class Switch<T> : NativeActivity
{
    private NullKeyDictionary<T, Activity?>? _cases;

    /// <summary>Creates a choice without expression; set <see cref="Expression"/>.</summary>
    public Switch()
    {
    }

    /// <summary>Creates a choice by a function; nothing is compiled at run time.</summary>
    /// <param name="expression">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public Switch(Func<ActivityContext, T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice by an expression tree, which is compiled once.</summary>
    /// <param name="expression">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public Switch(Expression<Func<ActivityContext, T>> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice by an activity's result.</summary>
    /// <param name="expression">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public Switch(Activity<T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice by an argument.</summary>
    /// <param name="expression">The argument.</param>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public Switch(InArgument<T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = expression;
    }

    /// <summary>The value that is looked up; required. Evaluated once, before a case runs.</summary>
    [RequiredArgument]
    public InArgument<T> Expression { get; set; } = null!;

    /// <summary>
    /// What runs for which value; empty by default, never null. Null is a key like any other, where <typeparamref name="T"/> allows it;
    /// a case without activity does nothing, <see cref="Default"/> included.
    /// </summary>
    public IDictionary<T, Activity?> Cases => _cases ??= [];

    /// <summary>What runs when no case has the value; null, the default: nothing.</summary>
    public Activity? Default { get; set; }

    internal override IEnumerable<(string Place, Activity Child)> NamedPlaces()
    {
        if (Default is not null)
        {
            yield return (nameof(Default), Default);
        }

        foreach ((T key, Activity? matched) in Cases)
        {
            if (matched is not null)
            {
                yield return ($"{nameof(Cases)}[{key}]", matched);
            }
        }
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument expression = new(nameof(Expression), typeof(T), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Expression, expression);
        metadata.AddArgument(expression);
        if (_cases is not null)
        {
            foreach (Activity? matched in _cases.Values)
            {
                metadata.AddChild(matched);
            }
        }

        metadata.AddChild(Default);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (_cases is null || !_cases.TryGetValue(Expression.Get(context), out Activity? matched))
        {
            matched = Default;
        }

        if (matched is not null)
        {
            context.ScheduleActivity(matched);
        }
    }
}
