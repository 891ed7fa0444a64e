namespace Workflow;

/// <summary>The default extensions that the activities of a tree provide. For each type, the first in traversal order is used (rule 14.1).</summary>
internal sealed class ExtensionProviders
{
    private readonly Dictionary<Type, Offer> _offers = [];
    private List<(Type Type, Offer Offer)>? _late;

    /// <summary>
    /// True after the walk has left the traversal order. The first provider that the walk finds for a type may then not be the first in traversal order.
    /// </summary>
    public bool IsOutOfOrder { get; set; }

    public void Add(Type type, Activity by, Func<object?> create)
    {
        Offer offer = new(by, create);
        if (!_offers.TryAdd(type, offer) && IsOutOfOrder)
        {
            (_late ??= []).Add((type, offer));
        }
    }

    /// <summary>Returns the providers to use: for each type, the first in traversal order.</summary>
    /// <param name="placeOf">Returns the position of an activity in traversal order.</param>
    public Dictionary<Type, Func<object?>> Choose(Func<Activity, int> placeOf)
    {
        foreach ((Type type, Offer offer) in _late ?? [])
        {
            if (placeOf(offer.By) < placeOf(_offers[type].By))
            {
                _offers[type] = offer;
            }
        }

        Dictionary<Type, Func<object?>> chosen = new(_offers.Count);
        foreach ((Type type, Offer offer) in _offers)
        {
            chosen.Add(type, offer.Create);
        }

        return chosen;
    }

    private readonly record struct Offer(Activity By, Func<object?> Create);
}
