namespace Workflow;

/// <summary>The drawing of the contents of one activity. Not thread-safe.</summary>
public sealed class ActivityDiagram
{
    private readonly Func<Activity, bool> _isChild;
    private readonly string _owner;
    private readonly List<DiagramNode> _nodes = [];
    private readonly List<(DiagramNode From, DiagramNode To, string? Label)> _lines = [];
    private readonly Dictionary<Activity, DiagramNode> _byActivity = new(ReferenceEqualityComparer.Instance);

    internal ActivityDiagram(string owner, Func<Activity, bool> isChild)
    {
        _owner = owner;
        _isChild = isChild;
    }

    internal IReadOnlyList<DiagramNode> Nodes => _nodes;

    internal IReadOnlyList<(DiagramNode From, DiagramNode To, string? Label)> Lines => _lines;

    /// <summary>Adds a child. If the activity was added before, its existing node is returned.</summary>
    /// <param name="activity">A child of the activity that is drawn, or the handler of one of its delegates.</param>
    /// <returns>The node.</returns>
    /// <exception cref="InvalidOperationException">The activity is not a child.</exception>
    public DiagramNode Add(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        if (_byActivity.TryGetValue(activity, out DiagramNode? known))
        {
            return known;
        }

        if (!_isChild(activity))
        {
            throw new InvalidOperationException(
                $"The diagram of '{_owner}' contains '{activity.DisplayName}', which is not a child of it; add only its children.");
        }

        DiagramNode node = AddNode(DiagramShape.Activity, activity.DisplayName, activity);
        _byActivity.Add(activity, node);
        return node;
    }

    /// <summary>Adds a decision, from which several lines can start.</summary>
    /// <param name="text">The question or condition.</param>
    /// <returns>The node.</returns>
    public DiagramNode AddDecision(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return AddNode(DiagramShape.Decision, text, null);
    }

    /// <summary>Adds the point at which the activity begins.</summary>
    /// <returns>The node.</returns>
    public DiagramNode AddStart() => AddNode(DiagramShape.Start, string.Empty, null);

    /// <summary>Adds a line with an arrow.</summary>
    /// <param name="from">The node at which the line begins; a node of this drawing.</param>
    /// <param name="to">The node at which the line ends; a node of this drawing.</param>
    /// <param name="label">The text of the line; null, the default, for none.</param>
    /// <exception cref="ArgumentException">A node belongs to another drawing.</exception>
    public void Connect(DiagramNode from, DiagramNode to, string? label = null)
    {
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        ThrowIfForeign(from, nameof(from));
        ThrowIfForeign(to, nameof(to));
        _lines.Add((from, to, label));
    }

    /// <summary>Adds children, each connected to the next. Null children are skipped.</summary>
    /// <param name="activities">The children.</param>
    /// <returns>The nodes of the first and the last child; null if there are none.</returns>
    internal (DiagramNode First, DiagramNode Last)? AddChain(params IEnumerable<Activity?> activities)
    {
        DiagramNode? first = null, last = null;
        foreach (Activity? activity in activities)
        {
            if (activity is null)
            {
                continue;
            }

            DiagramNode node = Add(activity);
            if (last is not null)
            {
                Connect(last, node);
            }

            first ??= node;
            last = node;
        }

        return first is null ? null : (first, last!);
    }

    private DiagramNode AddNode(DiagramShape shape, string text, Activity? activity)
    {
        DiagramNode node = new(_nodes.Count, shape, text, activity);
        _nodes.Add(node);
        return node;
    }

    private void ThrowIfForeign(DiagramNode node, string parameter)
    {
        if (node.Number >= _nodes.Count || !ReferenceEquals(_nodes[node.Number], node))
        {
            throw new ArgumentException($"The node '{node.Text}' belongs to another drawing; connect nodes that this one has added.", parameter);
        }
    }
}
