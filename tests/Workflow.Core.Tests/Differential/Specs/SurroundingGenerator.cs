namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>Creates the specs of properties, handles, bookmark scopes, bookmarks and delegates.</summary>
internal sealed class SurroundingGenerator(SpecGenerator specs, Random random)
{
    private static readonly BookmarkOptions[] Options =
        [BookmarkOptions.None, BookmarkOptions.MultipleResume, BookmarkOptions.NonBlocking, BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking];

    public ActivitySpec Composed(int budget) => random.Next(8) switch
    {
        < 3 => new PropertiesSpec(Properties(), specs.Optional(budget / 2), specs.Optional(budget / 2), random.Next(4) == 0),
        3 => new HandleSpec(specs.Optional(budget), specs.Pick<HandleKind>(), random.Next(2) == 0),
        4 or 5 => new BookmarkScopeSpec(specs.Optional(budget), random.Next(2) == 0),
        6 => new InvokeDelegateSpec(specs.Value(2), specs.Place(), specs.Optional(budget * 2 / 3), specs.Optional(budget / 3), random.Next(4) == 0),
        _ => new TemplateSpec(specs.Value(2), specs.Optional(budget)),
    };

    public ActivitySpec Leaf() => random.Next(7) switch
    {
        < 2 => new LookSpec(),
        < 5 => new WaiterSpec((WaiterPlace)random.Next(4), random.Next(4), Options[random.Next(4)], specs.Deed()),
        _ => new ReachSpec((ReachAct)random.Next(5), random.Next(4)),
    };

    private PropertySpec[] Properties() => [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => new PropertySpec(
        (PropertyKind)random.Next(3), random.Next(3), random.Next(3) == 0, specs.IsUnusual() ? random.Next(1, 12) : 0, random.Next(2) == 0))];
}
