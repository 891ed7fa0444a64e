using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Trees that cannot be converted to activities. The message of the exception names the node.</summary>
[Rule("20.5")]
public sealed class ConvertFailureTests
{
    private readonly Variable<int> _number = new("number");
    private readonly Variable<string> _text = new("text");
    private readonly InArgument<int> _field = new();
    private readonly List<int> _list = [1];

    private Variable<int>? Missing { get; }

    private InArgument<int> Input { get; set; } = new();

    private static int Hidden { get; set; }

    [Fact]
    public void Nodes_WithoutActivity_AreNamed()
    {
        AssertRefused(context => _number.Get(context) > 1 ? 1 : 2, "'Conditional'");
        AssertRefused(context => _text.Get(context) ?? "none", "'Coalesce'");
        AssertRefused(context => _number.Get(context) % 2, "'Modulo'");
        AssertRefused(context => -_number.Get(context), "'Negate");
        AssertRefused(context => _number.Get(context) ^ 2, "'ExclusiveOr'");
        AssertRefused(context => _number.Get(context) << 2, "'LeftShift'");
        AssertRefused(_ => new[] { 1, 2 }, "'NewArrayInit'");
        AssertRefused(_ => new List<int> { 1 }, "'ListInit'");
        AssertRefused(_ => new Shape { Field = 1 }, "'MemberInit'");
        AssertRefused(context => (object)_text.Get(context) is string, "'TypeIs'");
        AssertRefused<Func<int>>(_ => () => 1, "'Lambda'");
        AssertRefused(_ => Enumerable.Empty<int>().Any(item => item > 1), "'Lambda'");
    }

    [Fact]
    public void Nodes_DeepInTheTree_AreNamed()
    {
        AssertRefused(context => 1 + (_number.Get(context) % 2), "'Modulo'");
        AssertRefused(context => (_number.Get(context) % 2) + 1, "'Modulo'");
        AssertRefused(context => !(_number.Get(context) % 2 == 1), "'Modulo'");
        AssertRefused(context => _number.Get(context) % 2 == 1 && true, "'Modulo'");
        AssertRefused(context => Math.Abs(_number.Get(context) % 2), "'Modulo'");
        AssertRefused(context => (_number.Get(context) % 2).GetHashCode(), "'Modulo'");
        AssertRefused(context => _text.Get(context)[_number.Get(context) % 2], "'Modulo'");
        AssertRefused(context => new int[_number.Get(context) % 2], "'Modulo'");
        AssertRefused(context => new string('a', _number.Get(context) % 2), "'Modulo'");
        AssertRefused(context => (new int[1])[_number.Get(context) % 2], "'Modulo'");
        AssertRefused(context => string.Concat(new object[] { 1, _number.Get(context) % 2 }), "'Modulo'");
        AssertRefused(context => new Uri(_text.Get(context) ?? "").Host, "'Coalesce'");
    }

    [Fact]
    public void Values_WithoutALocation_AreNamed()
    {
        AssertRefused(_ => new int[1].Contains(20), "ReadOnlySpan", "no location");
        AssertRefused(Expression.Lambda<Func<ActivityContext, int>>(
            Expression.Call(typeof(Interlocked), nameof(Interlocked.Add), null, Expression.Parameter(typeof(int), "other"), Expression.Constant(1)),
            Expression.Parameter(typeof(ActivityContext))), "'Parameter'");
    }

    [Fact]
    public void Calls_WithAmbiguousArgumentTypes_AreNamed()
    {
        AssertRefused(context => string.Format(null, "{0}", new object[] { _number.Get(context) }), "'System.String Format(", "cannot be determined");
        AssertRefused(context => new Ambiguous(new int[] { _number.Get(context) }), "Ambiguous", "cannot be determined");
    }

    [Fact]
    public void Objects_CapturedFromTheEnclosingCode_AreNamed()
    {
        int local = 5;
        AssertRefused(context => _number.Get(context) + local, "local", "variable");
        AssertRefused(_ => _list.Count, "_list");
        AssertRefused(_ => this, nameof(ConvertFailureTests));
        AssertRefused(_ => typeof(int), "Int32");
    }

    [Fact]
    public void Context_UsedOtherwise_IsNamed()
    {
        AssertRefused(context => context.ActivityInstanceId, "'context'");
        AssertRefused(context => context, "'context'");
        AssertRefused(context => context.GetExtension<TimeProvider>(), "'context'");
        AssertRefused(context => Own(context), "'Own'", "not public");
    }

    [Fact]
    public void Members_NotPublic_AreNamed()
    {
        AssertRefused(_ => Hidden, "'Hidden'", "not public");
        AssertRefused(_ => new Shape().Hidden, "'Hidden'", "not public");
        AssertRefused(_ => Own(null!), "'Own'", "not public");
    }

    [Fact]
    public void Locations_Unknown_AreNamed()
    {
        AssertRefused(context => Missing!.Get(context), "is null");
        AssertRefused(context => _field.Get(context), "property");
        AssertRefused(context => Choose(context).Get(context), "known in a run only");
        Assert.True(ExpressionServices.TryConvert(context => Input.Get(context), out _));
    }

    /// <summary>Asserts that Convert throws an exception whose message contains the texts, and that TryConvert returns false.</summary>
    private static void AssertRefused<T>(Expression<Func<ActivityContext, T>> tree, params string[] texts)
    {
        NotSupportedException refusal = Assert.Throws<NotSupportedException>(() => ExpressionServices.Convert(tree));
        Assert.All(texts, text => Assert.Contains(text, refusal.Message, StringComparison.Ordinal));
        Assert.False(ExpressionServices.TryConvert(tree, out Activity<T>? result));
        Assert.Null(result);
    }

    private static int Own(ActivityContext context) => 1;

    private Variable<int> Choose(ActivityContext context) => _number;

    private sealed class Ambiguous
    {
        public Ambiguous(params int[] values)
        {
        }

        public Ambiguous(int value)
        {
        }
    }
}
