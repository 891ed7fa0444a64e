using System.Buffers.Binary;
using System.Globalization;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Records the output of killed processes, and checks the saved instances against it: at least the confirmed saves, at most the attempted saves.
/// </summary>
internal sealed class Ledger
{
    private readonly Dictionary<Guid, int> _tried = [];
    private readonly Dictionary<Guid, int> _confirmed = [];
    private readonly HashSet<Guid> _completing = [];
    private readonly HashSet<Guid> _completed = [];
    private readonly HashSet<Guid> _pairs = [];
    private readonly HashSet<Guid> _started = [];
    private readonly HashSet<Guid> _finishing = [];

    public int Saves => _confirmed.Count;

    public void Add(string line)
    {
        string[] words = line.Split(' ');
        Guid id = Guid.Parse(words[1]);
        switch (words[0])
        {
            case CrashProgram.Trying:
                _tried[id] = Number(words);
                break;
            case CrashProgram.Saved:
                _confirmed[id] = Number(words);
                break;
            case CrashProgram.Completing:
                _completing.Add(id);
                break;
            case CrashProgram.Completed:
                _completed.Add(id);
                break;
            case CrashProgram.Pair:
                _pairs.Add(id);
                _pairs.Add(Guid.Parse(words[2]));
                break;
            case CrashProgram.Started:
                _started.Add(id);
                break;
            case CrashProgram.Finishing:
                Finish(id);
                break;
            default:
                Assert.Fail($"'{line}' was said.");
                break;
        }
    }

    /// <summary>Records that a workflow may have completed.</summary>
    public void Finish(Guid id) => _finishing.Add(id);

    /// <summary>Checks the instances of a database.</summary>
    /// <param name="saved">The ids and states of the instances that were saved by direct calls of the store.</param>
    /// <param name="workflows">The ids of the instances that an application saved.</param>
    public void Check(Dictionary<Guid, byte[]> saved, HashSet<Guid> workflows)
    {
        Assert.All(_started.Except(_finishing), id => Assert.Contains(id, workflows));
        foreach ((Guid id, int number) in _confirmed)
        {
            if (saved.TryGetValue(id, out byte[]? state))
            {
                Assert.DoesNotContain(id, _completed);
                Assert.InRange(BinaryPrimitives.ReadInt32LittleEndian(state), number, _tried[id]);
            }
            else
            {
                Assert.Contains(id, _completing);
            }
        }

        Assert.All(_pairs, id => Assert.Contains(id, saved.Keys));
        foreach ((Guid id, byte[] state) in saved)
        {
            // A single instance of a pair would be a part of a transaction. Each other instance must be one whose save was attempted.
            Assert.True(
                state.Length == sizeof(int) ? _tried.ContainsKey(id) : saved.ContainsKey(new Guid(state)),
                $"The instance '{id}' is saved and was not, or is alone.");
        }
    }

    private static int Number(string[] words) => int.Parse(words[2], CultureInfo.InvariantCulture);
}
