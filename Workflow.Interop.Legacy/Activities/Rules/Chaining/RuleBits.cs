using System.Numerics;

namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>A set of rules, as bits at their positions in the order of execution.</summary>
internal sealed class RuleBits
{
    private const int WordSize = 64;

    private readonly ulong[] _words;

    public RuleBits(int count) => _words = new ulong[(count + WordSize - 1) / WordSize];

    public static RuleBits First(int count)
    {
        RuleBits bits = new(count);
        for (int i = 0; i < count; i++)
        {
            bits.Add(i);
        }

        return bits;
    }

    public void Add(int rule) => _words[rule / WordSize] |= 1UL << (rule % WordSize);

    public void Add(List<int> rules)
    {
        foreach (int rule in rules)
        {
            Add(rule);
        }
    }

    public void Remove(int rule) => _words[rule / WordSize] &= ~(1UL << (rule % WordSize));

    /// <summary>Adds the rules that are in the first set and not in the second set.</summary>
    public void AddExcept(RuleBits added, RuleBits except)
    {
        for (int i = 0; i < _words.Length; i++)
        {
            _words[i] |= added._words[i] & ~except._words[i];
        }
    }

    /// <summary>Returns the first rule of the set; -1 if the set is empty.</summary>
    public int First()
    {
        for (int i = 0; i < _words.Length; i++)
        {
            if (_words[i] != 0)
            {
                return (i * WordSize) + BitOperations.TrailingZeroCount(_words[i]);
            }
        }

        return -1;
    }
}
