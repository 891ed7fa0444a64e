using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>Names a place only when something is wrong with it: nearly no value needs its name.</summary>
internal readonly struct PlaceOfValue
{
    private readonly Program? _program;
    private readonly LocationEnvironment? _environment;
    private readonly int _slot;
    private readonly SavedPlace _known;

    public PlaceOfValue(Program program, LocationEnvironment environment, int slot)
    {
        _program = program;
        _environment = environment;
        _slot = slot;
    }

    public PlaceOfValue(string what, string name, Activity? activity) => _known = new SavedPlace(what, name, activity);

    public SavedPlace Name() => _environment is null ? _known : SlotNames.Of(_program!, _environment, _slot);
}
