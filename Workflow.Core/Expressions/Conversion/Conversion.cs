using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>One conversion of an expression tree, with the state that its parts share. The problem is the first node that cannot be converted.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class Conversion
{
    private readonly ParameterExpression _context;

    public Conversion(ParameterExpression context)
    {
        _context = context;
        Reads = new ContextReads(this);
        Calls = new CallConversion(this);
        Values = new ValueConversion(this);
        References = new ReferenceConversion(this);
    }

    public ContextReads Reads { get; }

    public CallConversion Calls { get; }

    public ValueConversion Values { get; }

    public ReferenceConversion References { get; }

    /// <summary>The first problem; null if there is none.</summary>
    public string? Problem { get; private set; }

    public bool IsContext(Expression? node) => node == _context;

    /// <summary>Returns true if the node needs the context of a run, so that it cannot be evaluated now.</summary>
    public bool UsesContext(Expression node)
    {
        ContextFinder finder = new(_context);
        finder.Visit(node);
        return finder.Found;
    }

    /// <summary>Records a problem. Returns null, for the caller to return.</summary>
    public ActivityWithResult? Fail(string problem)
    {
        Problem ??= problem;
        return null;
    }

    /// <summary>Records a node for which there is no activity.</summary>
    public ActivityWithResult? Fail(Expression node) => Fail(IsContext(node)
        ? $"The context '{node}' is used for something other than reading an argument or a variable, which no activity supports; use a lambda."
        : $"No activity corresponds to the node '{node.NodeType}' of '{node}'; rewrite it, or use a lambda.");

    /// <summary>Records a member that is not public, so that an activity cannot use it.</summary>
    public ActivityWithResult? FailHidden(string member, Type type) =>
        Fail($"'{member}' of '{type}' is not public, and an activity finds public members only; make it public, or use a lambda.");

    /// <summary>Records a node that is an object of the surrounding code, not of the run.</summary>
    public ActivityWithResult? FailCaptured(Expression node) => Fail(
        $"'{node}' is an object of the code around the expression, which a definition cannot hold; put it in a variable or an argument, or use a lambda.");

    private sealed class ContextFinder(ParameterExpression context) : ExpressionVisitor
    {
        public bool Found { get; private set; }

        protected override Expression VisitParameter(ParameterExpression node)
        {
            Found |= node == context;
            return node;
        }
    }
}
